// The demo's users: one of each role, and a second reviewer, because some decisions need two. Their
// passwords are random and stay the same between starts; a password changed in the console is kept.

import { randomInt } from 'node:crypto'
import type { Appliance } from '../appliance.ts'
import { fromSystem } from '../audit/audit.ts'
import { createUser } from '../users/manage-users.ts'
import { hashIfRight } from '../users/read-users.ts'
import type { Role } from '../users/role.ts'
import { findUserByEmail } from '../users/user-store.ts'
import type { DemoNotes } from './demo-notes.ts'

export interface DemoUser {
  readonly role: Role
  readonly email: string
  /** undefined where the password was changed. */
  readonly password: string | undefined
  /** The hash that the password matched; undefined if it has not been compared yet. */
  readonly passwordHash: string | undefined
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

/** Returns what the notes keep of the users whose passwords were not changed. */
export function notedPasswords(
  users: readonly DemoUser[],
): Required<Pick<DemoNotes, 'demoPasswords' | 'passwordHashes'>> {
  const byMailbox = (find: (user: DemoUser) => string | undefined) =>
    Object.fromEntries(
      users.flatMap((user) => {
        const found = find(user)
        return found ? [[user.email.slice(0, user.email.indexOf('@')), found]] : []
      }),
    )
  return {
    demoPasswords: byMailbox(({ password }) => password),
    passwordHashes: byMailbox(({ passwordHash }) => passwordHash),
  }
}

async function ensureUser(
  appliance: Appliance,
  { mailbox, role, name }: Account,
  { demoPasswords, passwordHashes }: DemoNotes,
): Promise<DemoUser> {
  const email = `${mailbox}@demo.example`
  const noted = demoPasswords?.[mailbox]
  const user = await findUserByEmail(appliance.db.reader, email)
  if (user === undefined) {
    const password = noted ?? randomPassword()
    await createUser(appliance, fromSystem, { email, name, role, password })
    return { role, email, password, passwordHash: undefined }
  }
  const passwordHash =
    noted && (await hashIfRight(appliance, user, noted, passwordHashes?.[mailbox]))
  return { role, email, password: passwordHash && noted, passwordHash }
}

const letters = 'abcdefghjkmnpqrstvwxyz23456789'

/** Four groups of five characters, easy to type in a terminal: 98 bits. */
function randomPassword(): string {
  const group = () => Array.from({ length: 5 }, () => letters.charAt(randomInt(letters.length)))
  return Array.from({ length: 4 }, () => group().join('')).join('-')
}
