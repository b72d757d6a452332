/** Sentences of the specification that no browser test can see where they would appear, each with the reason. One that is seen after all fails the test: its line goes. */
export const unseen: Readonly<Record<string, string>> = {
  '2, Administrator login: auth login.invalidAdmin on adminLogin':
    'stands in where the portal gives no words of its own, and it always gives some',
  '8, OTP: doctor patients.code.failed on doctorPatients':
    'stands in where the portal gives no words of its own, and it always gives some',
};
