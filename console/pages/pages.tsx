// Every page of the console, one row each, in the order of the navigation. The sign-in comes
// with the console itself; the other pages are loaded when they are opened.

import {
  IconChartBar,
  IconChecks,
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
import type { ConsolePage, SignedOutPage } from './page.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'

export const pages: readonly ConsolePage[] = [
  {
    path: '/overview',
    name: 'overview',
    words: [],
    permission: 'overview.read',
    navigation: { group: 'work', icon: IconLayoutDashboard },
    showsEnvironment: true,
    load: async () => (await import('./overview/overview-page.tsx')).OverviewPage,
  },
  {
    path: '/reviews',
    name: 'reviews',
    words: ['reviews', 'verifications', 'labels'],
    permission: 'reviews.work',
    navigation: { group: 'work', icon: IconEyeCheck },
    showsEnvironment: true,
    load: async () => (await import('./reviews/reviews-page.tsx')).ReviewsPage,
  },
  {
    path: '/verifications',
    name: 'verifications',
    words: ['verifications', 'labels'],
    permission: 'verifications.read',
    navigation: { group: 'work', icon: IconListCheck },
    showsEnvironment: true,
    load: async () => (await import('./verifications/verifications-page.tsx')).VerificationsPage,
  },
  {
    path: '/approvals',
    name: 'approvals',
    words: ['approvals', 'audit', 'verifications', 'labels'],
    permission: 'approvals.read',
    navigation: { group: 'work', icon: IconChecks, count: 'approvals' },
    load: async () => (await import('./approvals/approvals-page.tsx')).ApprovalsPage,
  },
  {
    path: '/verifications/:id',
    name: 'verification',
    words: ['verifications', 'reviews', 'labels'],
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
    words: ['audit', 'reviews', 'system', 'verifications', 'approvals', 'labels'],
    permission: 'audit.read',
    navigation: { group: 'watch', icon: IconListDetails },
    load: async () => (await import('./audit/audit-page.tsx')).AuditPage,
  },
  {
    path: '/system',
    name: 'system',
    words: ['system', 'checks'],
    permission: 'system.read',
    navigation: { group: 'watch', icon: IconServer },
    load: async () => (await import('./system/system-page.tsx')).SystemPage,
  },
  {
    path: '/users',
    name: 'users',
    words: ['users'],
    permission: 'users.read',
    navigation: { group: 'users', icon: IconUsers },
    load: async () => (await import('./users/users-page.tsx')).UsersPage,
  },
  {
    path: '/account',
    name: 'account',
    words: ['account'],
    load: async () => (await import('./account/account-page.tsx')).AccountPage,
  },
]

/** Pages outside the frame, for users who are not or not fully signed in. */
export const signedOutPages: readonly SignedOutPage[] = [
  {
    path: '/sign-in',
    words: [],
    load: async () => SignInPage,
  },
  {
    path: '/sign-in/directory',
    words: ['directory'],
    load: async () => (await import('./sign-in/directory-page.tsx')).DirectoryPage,
  },
  {
    path: '/set-up',
    words: [],
    load: async () => (await import('./sign-in/set-up-page.tsx')).SetUpPage,
  },
  {
    path: '/invitation',
    words: [],
    load: async () => (await import('./sign-in/invitation-page.tsx')).InvitationPage,
  },
  {
    path: '/new-password',
    words: [],
    load: async () => (await import('./sign-in/new-password-page.tsx')).NewPasswordPage,
  },
  {
    path: '/enrol',
    words: ['account'],
    load: async () => (await import('./sign-in/enrol-page.tsx')).EnrolPage,
  },
]
