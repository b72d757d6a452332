// The same tests with 100,000 keys and three kills.
import './rotate-keys.test.ts';
