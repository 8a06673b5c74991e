import { paths } from '../../paths.ts';

/** Where rows of companies and of methods lead, in whichever list they stand. */
export const toCompany = ({ id }: { id: string }) => paths.deliveryCompany(id);
export const toMethod = ({ id }: { id: string }) => paths.deliveryMethod(id);
