import { defineManifest } from '../../platform/manifest.ts';
import { connectionHandlers } from './connections.ts';
import { scimTokenHandlers } from './scim/handlers.ts';
import { scim } from './scim/serve.ts';
import { ssoSignInHandlers } from './sign-in.ts';

export const manifest = defineManifest({
  handlers: [connectionHandlers, scimTokenHandlers, ssoSignInHandlers],
  mounts: [scim],
});
