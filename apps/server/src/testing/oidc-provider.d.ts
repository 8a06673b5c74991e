// the library brings no types of its own
declare module 'oidc-provider';
