import { runDunningYear } from './run-dunning-year.ts';

runDunningYear(4);
