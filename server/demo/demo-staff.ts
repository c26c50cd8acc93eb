// The demo's four members of staff, one of each role. Their passwords are random and stay the same from one
// start to the next; one that somebody changed in the console stays theirs.

import { randomInt } from 'node:crypto'
import type { Appliance } from '../appliance.ts'
import { fromSystem } from '../audit/audit.ts'
import { AppError } from '../kernel/app-error.ts'
import { createMember } from '../staff/people.ts'
import { hasPassword } from '../staff/read-people.ts'
import { type Role, roles } from '../staff/role.ts'
import type { DemoNotes } from './demo-notes.ts'

export interface DemoMember {
  readonly role: Role
  readonly email: string
  /** undefined where somebody has changed it. */
  readonly password: string | undefined
}

const names: Readonly<Record<Role, string>> = {
  administrator: 'Awa Administrator',
  reviewer: 'Rachid Reviewer',
  developer: 'Kofi Developer',
  auditor: 'Fatou Auditor',
}

export async function ensureDemoStaff(
  appliance: Appliance,
  notes: DemoNotes,
): Promise<readonly DemoMember[]> {
  const members: DemoMember[] = []
  for (const role of roles) members.push(await ensureMember(appliance, role, notes))
  return members
}

/** What the notes are to remember. */
export function notedPasswords(members: readonly DemoMember[]): Record<string, string> {
  const known = members.flatMap(({ role, password }) => (password ? [[role, password]] : []))
  return Object.fromEntries(known)
}

async function ensureMember(
  appliance: Appliance,
  role: Role,
  { staffPasswords }: DemoNotes,
): Promise<DemoMember> {
  const email = `${role}@demo.example`
  const noted = staffPasswords?.[role]
  const password = noted ?? randomPassword()
  try {
    await createMember(appliance, fromSystem, { email, name: names[role], role, password })
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
