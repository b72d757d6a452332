/** The seven exam types, in the order of every list on screen. */
export const examTypeNames = ['mri', 'ct', 'xray', 'blood', 'ultrasound', 'pet-ct', 'other'] as const;
export type ExamTypeName = (typeof examTypeNames)[number];
