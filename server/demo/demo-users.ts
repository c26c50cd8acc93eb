// The demo's users: one of each role, and a second reviewer, because some decisions need two. Their
// passwords are random and stay the same between starts; a password changed in the console is kept.

import { randomInt } from 'node:crypto'
import type { Appliance } from '../appliance.ts'
import { fromSystem } from '../audit/audit.ts'
import { AppError } from '../kernel/app-error.ts'
import { createUser } from '../users/manage-users.ts'
import { hasPassword } from '../users/read-users.ts'
import type { Role } from '../users/role.ts'
import type { DemoNotes } from './demo-notes.ts'

export interface DemoUser {
  readonly role: Role
  readonly email: string
  /** undefined where the password was changed. */
  readonly password: string | undefined
}

interface Account {
  /**
   * The part of the email address before the at sign; also the key of the password in the notes.
   */
  readonly mailbox: string
  readonly role: Role
  readonly name: string
}

const accounts: readonly Account[] = [
  { mailbox: 'administrator', role: 'administrator', name: 'Awa Administrator' },
  { mailbox: 'lead', role: 'lead', name: 'Nadia Lead' },
  { mailbox: 'reviewer', role: 'reviewer', name: 'Rachid Reviewer' },
  { mailbox: 'reviewer2', role: 'reviewer', name: 'Salma Reviewer' },
  { mailbox: 'developer', role: 'developer', name: 'Kofi Developer' },
  { mailbox: 'auditor', role: 'auditor', name: 'Fatou Auditor' },
]

export async function ensureDemoUsers(
  appliance: Appliance,
  notes: DemoNotes,
): Promise<readonly DemoUser[]> {
  const users: DemoUser[] = []
  for (const account of accounts) users.push(await ensureUser(appliance, account, notes))
  return users
}

export function notedPasswords(users: readonly DemoUser[]): Record<string, string> {
  const known = users.flatMap(({ email, password }) =>
    password ? [[email.slice(0, email.indexOf('@')), password]] : [],
  )
  return Object.fromEntries(known)
}

async function ensureUser(
  appliance: Appliance,
  { mailbox, role, name }: Account,
  { demoPasswords }: DemoNotes,
): Promise<DemoUser> {
  const email = `${mailbox}@demo.example`
  const noted = demoPasswords?.[mailbox]
  const password = noted ?? randomPassword()
  try {
    await createUser(appliance, fromSystem, { email, name, role, password })
    return { role, email, password }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    return {
      role,
      email,
      password: (await hasPassword(appliance, email, noted)) ? noted : undefined,
    }
  }
}

const letters = 'abcdefghjkmnpqrstvwxyz23456789'

/** Four groups of five characters, easy to type in a terminal: 98 bits. */
function randomPassword(): string {
  const group = () => Array.from({ length: 5 }, () => letters.charAt(randomInt(letters.length)))
  return Array.from({ length: 4 }, () => group().join('')).join('-')
}
