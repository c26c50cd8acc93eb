// The demo's users: one of each role, and a second reviewer, because some decisions need two. Their
// passwords are random and stay the same between starts; a password changed in the console is kept.

import { hash as digest, randomInt } from 'node:crypto'
import type { Appliance } from '../appliance.ts'
import { fromSystem } from '../audit/audit.ts'
import { createUser } from '../users/manage-users.ts'
import type { Role } from '../users/role.ts'
import type { User } from '../users/user.ts'
import { findPasswordHash, findUserByEmail } from '../users/user-store.ts'
import type { DemoNotes } from './demo-notes.ts'

export interface DemoUser {
  readonly role: Role
  readonly email: string
  /** undefined where the password was changed. */
  readonly password: string | undefined
  /** See `matchOf`; undefined where the password was changed. */
  readonly match: string | undefined
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
): Required<Pick<DemoNotes, 'demoPasswords' | 'passwordMatches'>> {
  const byMailbox = (find: (user: DemoUser) => string | undefined) =>
    Object.fromEntries(
      users.flatMap((user) => {
        const found = find(user)
        return found ? [[user.email.slice(0, user.email.indexOf('@')), found]] : []
      }),
    )
  return {
    demoPasswords: byMailbox(({ password }) => password),
    passwordMatches: byMailbox(({ match }) => match),
  }
}

async function ensureUser(
  appliance: Appliance,
  { mailbox, role, name }: Account,
  { demoPasswords, passwordMatches }: DemoNotes,
): Promise<DemoUser> {
  const email = `${mailbox}@demo.example`
  const noted = demoPasswords?.[mailbox]
  const user = await findUserByEmail(appliance.db.reader, email)
  if (user === undefined) {
    const password = noted ?? randomPassword()
    const created = await createUser(appliance, fromSystem, { email, name, role, password })
    const passwordHash = await findPasswordHash(appliance.db.reader, created.id)
    return { role, email, password, match: passwordHash && matchOf(password, passwordHash) }
  }
  const match = noted && (await matchIfRight(appliance, user, noted, passwordMatches?.[mailbox]))
  return { role, email, password: match && noted, match }
}

/**
 * Returns `matchOf` the user's hash if `password` is right: the demo prints passwords only as long as they work.
 * @param known the result for a password that was right; nothing is hashed if it is the result for this one, too
 */
async function matchIfRight(
  { db, passwords }: Pick<Appliance, 'db' | 'passwords'>,
  user: User,
  password: string,
  known: string | undefined,
): Promise<string | undefined> {
  const passwordHash =
    user.state === 'active' ? await findPasswordHash(db.reader, user.id) : undefined
  if (passwordHash === undefined) return undefined
  const match = matchOf(password, passwordHash)
  return match === known || (await passwords.matches(password, passwordHash)) ? match : undefined
}

/** Ties a password to the hash that it matched: differs if either does. Hex. */
function matchOf(password: string, passwordHash: string): string {
  return digest('sha256', `${password}\0${passwordHash}`)
}

const letters = 'abcdefghjkmnpqrstvwxyz23456789'

/** Four groups of five characters, easy to type in a terminal: 98 bits. */
function randomPassword(): string {
  const group = () => Array.from({ length: 5 }, () => letters.charAt(randomInt(letters.length)))
  return Array.from({ length: 4 }, () => group().join('')).join('-')
}
