import type { Requirement } from '@paydesk/contract/policy.ts';
import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconCertificate } from '../../ui/icons.ts';

const READS_CERTIFICATES: Requirement = { anyOf: ['READ_MERCHANT_CERTIFICATE'] };

export const manifest = defineRoutes({
  certs: {
    title: 'Certificates',
    intro: 'What your own systems sign their calls with. Make a new one before the old one ends.',
    set: 'CERT_ORDER_LOAN',
    asks: READS_CERTIFICATES,
    menu: {
      in: 'Developers',
      place: 1,
      icon: IconCertificate,
      label: 'Certificates',
      set: 'CERT_MENU',
    },
    screen: screen(() => import('./CertificatesScreen.tsx'), 'CertificatesScreen'),
  },
  cert: {
    path: '/cert/{certificateId}',
    title: 'Certificate details',
    intro:
      'When it ends, and its public key. Replace it before it ends, or once its key may be known.',
    set: 'CERT_ORDER_LOAN',
    asks: READS_CERTIFICATES,
    parent: 'certs',
    screen: screen(() => import('./CertificateScreen.tsx'), 'CertificateScreen'),
  },
  'add-cert': {
    title: 'New certificate',
    intro: 'The private key is shown once and kept nowhere: save it before you leave the screen.',
    set: 'CERT_ORDER_LOAN',
    asks: { anyOf: ['UPDATE_MY_MERCHANT'] },
    parent: 'certs',
    screen: screen(() => import('./CertificateScreen.tsx'), 'CertificateScreen'),
  },
  'api-keys': {
    title: 'Named API Keys',
    intro: 'Keys for one system each, limited to what it calls, from where and until when.',
    set: 'CERT_ORDER_LOAN',
    asks: READS_CERTIFICATES,
    parent: 'certs',
    screen: screen(() => import('./api-keys.tsx'), 'ApiKeysScreen'),
  },
  'api-key': {
    path: '/api-keys/{id}',
    title: 'API Key',
    intro: 'What this key opens, from which addresses, until when, and when it was last used.',
    set: 'CERT_ORDER_LOAN',
    asks: READS_CERTIFICATES,
    parent: 'api-keys',
    screen: screen(() => import('./api-keys.tsx'), 'ApiKeyScreen'),
  },
});
