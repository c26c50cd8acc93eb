// The demo's members of staff: one of each role, and a second reviewer, since some decisions take two. Their
// passwords are random and stay the same from one start to the next; one that somebody changed in the
// console stays theirs.

import { randomInt } from 'node:crypto'
import type { Appliance } from '../appliance.ts'
import { fromSystem } from '../audit/audit.ts'
import { AppError } from '../kernel/app-error.ts'
import { createMember } from '../staff/people.ts'
import { hasPassword } from '../staff/read-people.ts'
import type { Role } from '../staff/role.ts'
import type { DemoNotes } from './demo-notes.ts'

export interface DemoMember {
  readonly role: Role
  readonly email: string
  /** undefined where somebody has changed it. */
  readonly password: string | undefined
}

interface Account {
  /** Before the at sign; also what the notes know its password by. */
  readonly mailbox: string
  readonly role: Role
  readonly name: string
}

const accounts: readonly Account[] = [
  { mailbox: 'administrator', role: 'administrator', name: 'Awa Administrator' },
  { mailbox: 'reviewer', role: 'reviewer', name: 'Rachid Reviewer' },
  { mailbox: 'reviewer2', role: 'reviewer', name: 'Salma Reviewer' },
  { mailbox: 'developer', role: 'developer', name: 'Kofi Developer' },
  { mailbox: 'auditor', role: 'auditor', name: 'Fatou Auditor' },
]

export async function ensureDemoStaff(
  appliance: Appliance,
  notes: DemoNotes,
): Promise<readonly DemoMember[]> {
  const members: DemoMember[] = []
  for (const account of accounts) members.push(await ensureMember(appliance, account, notes))
  return members
}

/** What the notes are to remember. */
export function notedPasswords(members: readonly DemoMember[]): Record<string, string> {
  const known = members.flatMap(({ email, password }) =>
    password ? [[email.slice(0, email.indexOf('@')), password]] : [],
  )
  return Object.fromEntries(known)
}

async function ensureMember(
  appliance: Appliance,
  { mailbox, role, name }: Account,
  { staffPasswords }: DemoNotes,
): Promise<DemoMember> {
  const email = `${mailbox}@demo.example`
  const noted = staffPasswords?.[mailbox]
  const password = noted ?? randomPassword()
  try {
    await createMember(appliance, fromSystem, { email, name, role, password })
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

/** Four groups of five, easy to type from a terminal: 98 bits. */
function randomPassword(): string {
  const group = () => Array.from({ length: 5 }, () => letters.charAt(randomInt(letters.length)))
  return Array.from({ length: 4 }, () => group().join('')).join('-')
}
