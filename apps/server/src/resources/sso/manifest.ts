import { defineManifest } from '../../platform/manifest.ts';
import { connectionHandlers } from './connections.ts';
import { ssoSignInHandlers } from './sign-in.ts';

export const manifest = defineManifest({ handlers: [connectionHandlers, ssoSignInHandlers] });
