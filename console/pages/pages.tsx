// Every page of the console, one row each, in the order of the navigation.

import {
  IconChartBar,
  IconCode,
  IconEyeCheck,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconListDetails,
  IconServer,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'

import type { DoorPage, Page } from './page.ts'

export const pages: readonly Page[] = [
  {
    path: '/overview',
    name: 'overview',
    words: ['overview'],
    permission: 'overview.read',
    navigation: { group: 'work', icon: IconLayoutDashboard },
    showsEnvironment: true,
    load: async () => (await import('./overview/overview-page.tsx')).OverviewPage,
  },
  {
    path: '/reviews',
    name: 'reviews',
    words: ['reviews', 'cases'],
    permission: 'reviews.work',
    navigation: { group: 'work', icon: IconEyeCheck },
    showsEnvironment: true,
    load: async () => (await import('./reviews/reviews-page.tsx')).ReviewsPage,
  },
  {
    path: '/verifications',
    name: 'verifications',
    words: ['cases'],
    permission: 'verifications.read',
    navigation: { group: 'work', icon: IconListCheck },
    showsEnvironment: true,
    load: async () => (await import('./verifications/verifications-page.tsx')).VerificationsPage,
  },
  {
    path: '/verifications/:id',
    name: 'verification',
    words: ['cases', 'reviews'],
    permission: 'verifications.read',
    load: async () => (await import('./verification/verification-page.tsx')).VerificationPage,
  },
  {
    path: '/keys',
    name: 'keys',
    words: ['keys'],
    permission: 'keys.read',
    navigation: { group: 'integrate', icon: IconKey },
    showsEnvironment: true,
    load: async () => (await import('./keys/keys-page.tsx')).KeysPage,
  },
  {
    path: '/webhooks',
    name: 'webhooks',
    words: ['webhooks'],
    permission: 'webhooks.read',
    navigation: { group: 'integrate', icon: IconWebhook },
    showsEnvironment: true,
    load: async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage,
  },
  {
    path: '/webhooks/check',
    name: 'webhooks',
    words: ['webhooks'],
    permission: 'webhooks.read',
    load: async () => (await import('./webhooks/signature-check-page.tsx')).SignatureCheckPage,
  },
  {
    path: '/webhooks/:id',
    name: 'webhooks',
    words: ['webhooks'],
    permission: 'webhooks.read',
    load: async () => (await import('./webhooks/webhook-page.tsx')).WebhookPage,
  },
  {
    path: '/webhooks/:id/deliveries/:deliveryId',
    name: 'webhooks',
    words: ['webhooks'],
    permission: 'webhooks.read',
    load: async () => (await import('./webhooks/delivery-page.tsx')).DeliveryPage,
  },
  {
    path: '/developer',
    name: 'developer',
    words: ['developer'],
    permission: 'developer.read',
    navigation: { group: 'integrate', icon: IconCode },
    load: async () => (await import('./developer/developer-page.tsx')).DeveloperPage,
  },
  {
    path: '/usage',
    name: 'usage',
    words: ['usage'],
    permission: 'usage.read',
    navigation: { group: 'watch', icon: IconChartBar },
    showsEnvironment: true,
    load: async () => (await import('./usage/usage-page.tsx')).UsagePage,
  },
  {
    path: '/audit',
    name: 'audit',
    words: ['audit', 'reviews', 'people', 'system', 'cases'],
    permission: 'audit.read',
    navigation: { group: 'watch', icon: IconListDetails },
    load: async () => (await import('./audit/audit-page.tsx')).AuditPage,
  },
  {
    path: '/system',
    name: 'system',
    words: ['system'],
    permission: 'system.read',
    navigation: { group: 'watch', icon: IconServer },
    load: async () => (await import('./system/system-page.tsx')).SystemPage,
  },
  {
    path: '/people',
    name: 'people',
    words: ['people'],
    permission: 'people.read',
    navigation: { group: 'people', icon: IconUsers },
    load: async () => (await import('./people/people-page.tsx')).PeoplePage,
  },
  {
    path: '/account',
    name: 'account',
    words: ['account', 'door'],
    load: async () => (await import('./account/account-page.tsx')).AccountPage,
  },
]

/** Without the frame: whoever is here is not signed in, or only half. */
export const doorPages: readonly DoorPage[] = [
  {
    path: '/sign-in',
    words: ['door'],
    load: async () => (await import('./door/sign-in-page.tsx')).SignInPage,
  },
  {
    path: '/set-up',
    words: ['door'],
    load: async () => (await import('./door/set-up-page.tsx')).SetUpPage,
  },
  {
    path: '/invitation',
    words: ['door'],
    load: async () => (await import('./door/invitation-page.tsx')).InvitationPage,
  },
  {
    path: '/new-password',
    words: ['door'],
    load: async () => (await import('./door/new-password-page.tsx')).NewPasswordPage,
  },
  {
    path: '/enrol',
    words: ['door', 'account'],
    load: async () => (await import('./door/enrol-page.tsx')).EnrolPage,
  },
]
