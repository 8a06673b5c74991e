import { defineManifest } from '../../platform/manifest.ts';
import { emailChangeHandlers } from './email-changes.ts';
import { tellPasswordExpiry } from './expiry.ts';
import { loginHandlers } from './login.ts';
import { passkeySignInHandlers } from './passkey-sign-in.ts';
import { passkeyHandlers } from './passkeys.ts';
import { passwordHandlers } from './passwords.ts';
import { profileHandlers } from './profile.ts';
import { recoveries } from './recovery.ts';
import { secondFactorHandlers } from './second-factor.ts';
import { sessionHandlers } from './sessions.ts';
import { setupHandlers } from './setup.ts';
import { viewAsHandlers } from './view-as.ts';

export const manifest = defineManifest({
  handlers: [
    setupHandlers,
    loginHandlers,
    passwordHandlers,
    emailChangeHandlers,
    profileHandlers,
    sessionHandlers,
    viewAsHandlers,
    secondFactorHandlers,
    passkeyHandlers,
    passkeySignInHandlers,
  ],
  outgoing: { RECOVERY: recoveries },
  tasks: { PASSWORD_EXPIRY: tellPasswordExpiry },
});
