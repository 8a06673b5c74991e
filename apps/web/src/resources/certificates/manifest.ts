import type { Requirement } from '@paydesk/contract/policy.ts';
import { defineRoutes, screen } from '../../platform/routing.ts';
import { IconCertificate } from '../../ui/icons.ts';

const READS_CERTIFICATES: Requirement = { anyOf: ['READ_MERCHANT_CERTIFICATE'] };

export const manifest = defineRoutes({
  certs: {
    title: 'Certificates',
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
    set: 'CERT_ORDER_LOAN',
    asks: READS_CERTIFICATES,
    parent: 'certs',
    screen: screen(() => import('./CertificateScreen.tsx'), 'CertificateScreen'),
  },
  'add-cert': {
    title: 'Certificate details',
    set: 'CERT_ORDER_LOAN',
    asks: { anyOf: ['UPDATE_MY_MERCHANT'] },
    parent: 'certs',
    screen: screen(() => import('./CertificateScreen.tsx'), 'CertificateScreen'),
  },
  'api-keys': {
    title: 'Named API Keys',
    set: 'CERT_ORDER_LOAN',
    asks: READS_CERTIFICATES,
    parent: 'certs',
    screen: screen(() => import('./api-keys.tsx'), 'ApiKeysScreen'),
  },
  'api-key': {
    path: '/api-keys/{id}',
    title: 'API Key',
    set: 'CERT_ORDER_LOAN',
    asks: READS_CERTIFICATES,
    parent: 'api-keys',
    screen: screen(() => import('./api-keys.tsx'), 'ApiKeyScreen'),
  },
});
