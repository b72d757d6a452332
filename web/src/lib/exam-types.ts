/** The seven types of exams, in the order in which every screen lists them. */
export const examTypeNames = ['mri', 'ct', 'xray', 'blood', 'ultrasound', 'pet-ct', 'other'] as const;
export type ExamTypeName = (typeof examTypeNames)[number];
