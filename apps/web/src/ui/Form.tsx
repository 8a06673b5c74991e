import type { ComponentProps } from 'react';

/** What is sent as one; what is wrong with it is said by the house's words, not the browser's. */
export const Form = (props: ComponentProps<'form'>) => <form {...props} noValidate />;
