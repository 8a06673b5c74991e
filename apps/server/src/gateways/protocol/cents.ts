/** An amount as the protocol writes it. */
export const cents = (amount: bigint): number => {
  const whole = Number(amount);
  if (!Number.isSafeInteger(whole)) throw new Error('The amount is too large for the protocol');
  return whole;
};
