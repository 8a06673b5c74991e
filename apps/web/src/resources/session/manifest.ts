import { defineRoutes, screen } from '../../platform/routing.ts';

export const manifest = defineRoutes({
  login: {
    title: 'Sign in',
    access: 'login',
    search: ['redirectFrom'],
    screen: screen(() => import('./LoginScreen.tsx'), 'LoginScreen'),
  },
  register: {
    title: 'Create password',
    access: 'open',
    search: ['invitation'],
    screen: screen(() => import('./RegisterScreen.tsx'), 'RegisterScreen'),
  },
  setup: {
    title: 'Set up Paydesk',
    access: 'open',
    search: ['token'],
    screen: screen(() => import('./SetupScreen.tsx'), 'SetupScreen'),
  },
  'password-recovery': {
    title: 'Password recovery',
    access: 'open',
    search: ['reset'],
    screen: screen(() => import('./RecoveryScreen.tsx'), 'RecoveryScreen'),
  },
  'email-change': {
    title: 'Email address',
    access: 'open',
    search: ['confirm', 'stop'],
    screen: screen(() => import('./EmailChangeScreen.tsx'), 'EmailChangeScreen'),
  },
  sso: {
    title: 'Single sign-on',
    access: 'open',
    search: ['state', 'code', 'iss', 'error'],
    screen: screen(() => import('./SsoScreen.tsx'), 'SsoScreen'),
  },
  'password-renewal': {
    title: 'Password Expired',
    access: 'renewal',
    screen: screen(() => import('./RenewalScreen.tsx'), 'PasswordRenewalScreen'),
  },
  'second-factor': {
    title: 'Set up two-factor sign-in',
    access: 'secondFactor',
    screen: screen(() => import('./SecondFactorScreen.tsx'), 'SecondFactorScreen'),
  },
  profile: {
    title: 'Profile',
    intro: 'Your own name, password, second factor, devices and how the console looks to you.',
    screen: screen(() => import('./ProfileScreen.tsx'), 'ProfileScreen'),
  },
});
