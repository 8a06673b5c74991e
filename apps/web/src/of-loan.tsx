import { paths } from './paths.ts';
import { IconBuildingBank } from './ui/icons.ts';

const openLoan = ({ consumerCreditId }: { consumerCreditId: string }) =>
  paths.consumerCredit(consumerCreditId);

/** What a loan has and what has no screen of its own: its row leads to the loan, where it is read and answered. */
export const ofLoan = {
  rowLink: openLoan,
  iconLinks: [{ label: 'Loan', icon: <IconBuildingBank size={16} aria-hidden />, to: openLoan }],
};
