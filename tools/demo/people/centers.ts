/** A center of the demonstration. */
export interface DemoCenter {
  readonly centerId: string;
  readonly name: string;
  readonly email: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly phone: string;
  readonly plan: 'basic' | 'premium';
  readonly createdDaysAgo: number;
  /** Days until the end of the current quarter. */
  readonly paidForDays: number;
  /** With it, the current quarter is invoiced; earlier ones, and all without it, are set by an administrator. */
  readonly vatNumber?: string;
}

export const centers: readonly [DemoCenter, DemoCenter] = [
  {
    centerId: 'MCDEMO01',
    name: 'Διαγνωστικό Κέντρο «Ασκληπιός»',
    email: 'info@asklipios.demo.medcloud.local',
    address: 'Λεωφόρος Κηφισίας 124, Αμπελόκηποι',
    city: 'Αθήνα',
    state: 'Αττική',
    zipCode: '115 26',
    phone: '+30 210 555 0110',
    plan: 'premium',
    createdDaysAgo: 396,
    paidForDays: 58,
    vatNumber: 'EL999999993',
  },
  {
    centerId: 'MCDEMO02',
    name: 'Ιόνιο Απεικονιστικό Κέντρο',
    email: 'info@ionio.demo.medcloud.local',
    address: 'Ανδρέα Μιχαλακοπούλου 31',
    city: 'Πάτρα',
    state: 'Αχαΐα',
    zipCode: '262 21',
    phone: '+30 2610 555 022',
    plan: 'basic',
    createdDaysAgo: 389,
    // Ends soon, so the demonstration shows the portal's warning.
    paidForDays: 9,
  },
];
