import type { contactEn } from './contact.en.ts';
import type { SameKeys } from './define-messages.ts';

export const contactEl: SameKeys<typeof contactEn> = {
  email: {
    title: 'Υποστήριξη με e-mail',
    answered: 'Απαντάμε μέσα σε 24 ώρες.',
  },
  phone: {
    title: 'Τηλεφωνική υποστήριξη',
    priorityTitle: 'Τηλεφωνική υποστήριξη γιατρών',
    general: 'Δευτέρα έως Παρασκευή, 9:00 έως 18:00',
    priority: 'Δευτέρα έως Παρασκευή, 9:00 έως 20:00',
  },
  hours: {
    title: 'Ώρες λειτουργίας',
    weekdays: 'Δευτέρα έως Παρασκευή',
    weekdaysTimes: '9:00 έως 18:00',
    saturday: 'Σάββατο',
    saturdayTimes: '10:00 έως 14:00',
    sunday: 'Κυριακή',
    closed: 'Κλειστά',
    emergency: 'Έκτακτη υποστήριξη',
    always: '24 ώρες, 7 ημέρες',
    zone: 'Ζώνη ώρας: {zone}.',
  },
};
