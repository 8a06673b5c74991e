/** Null, or why nobody could call there: E.164 has 15 digits at most, and no number has fewer than 5. */
export const phoneProblem = (text: string): string | null => {
  const digits = (text.match(/\d/g) ?? []).length;
  return /^\+?[\d ().-]*$/.test(text) && digits >= 5 && digits <= 15
    ? null
    : 'Phone must be a phone number';
};
