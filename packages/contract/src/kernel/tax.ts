/**
 * The tax inside a line's gross amount, gross − gross ÷ (1 + rate), rounded half up (AM-71). The rate
 * comes in hundredths: 21n is 21 %. Gross is of the whole line, since rounding is once a line.
 */
export function lineTax(grossCents: bigint, rateHundredths: bigint): bigint {
  const whole = 100n + rateHundredths;
  // half up without a fraction: twice the tax, plus one, halved
  return (2n * grossCents * rateHundredths + whole) / (2n * whole);
}
