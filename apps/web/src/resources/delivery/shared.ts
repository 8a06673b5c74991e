import { paths } from '../../paths.ts';

/** A country is two letters wide. */
export const companyColumns = { country: { width: 88 } };

/** Where rows of companies and of methods lead, in whichever list they stand. */
export const toCompany = ({ id }: { id: string }) => paths.deliveryCompany(id);
export const toMethod = ({ id }: { id: string }) => paths.deliveryMethod(id);
