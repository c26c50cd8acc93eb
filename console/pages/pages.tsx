// Every page of the console, one row each, in the order of the navigation.

import { IconCode, IconKey, IconUsers } from '@tabler/icons-react'
import type { DoorPage, Page } from './page.ts'

export const pages: readonly Page[] = [
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
    path: '/developer',
    name: 'developer',
    words: ['developer'],
    permission: 'developer.read',
    navigation: { group: 'integrate', icon: IconCode },
    load: async () => (await import('./developer/developer-page.tsx')).DeveloperPage,
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
