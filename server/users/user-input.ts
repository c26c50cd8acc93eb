// Parses request bodies about signing in, accounts and users; reports all faults at once.

import { z } from 'zod'
import { parserOf } from '../kernel/parse-or-refuse.ts'
import { unprintable } from '../kernel/unprintable.ts'
import { roles } from './role.ts'
import { userStates } from './user.ts'
import { userSearchCharactersMax } from './user-filter.ts'

const email = z
  .string({ error: 'email is required.' })
  .trim()
  .toLowerCase()
  .max(254, 'email has at most 254 characters.')
  .regex(/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u, 'email must be an e-mail address.')

const name = z
  .string({ error: 'name is required.' })
  .trim()
  .min(1, 'name must not be empty.')
  .max(100, 'name has at most 100 characters.')
  .refine((text) => !unprintable.test(text), 'name holds control or direction characters.')

/** Only limits the size; `password-policy` decides what is acceptable. */
const password = z
  .string({ error: 'password is required.' })
  .min(1, 'password must not be empty.')
  .max(1000, 'password is too long.')

const token = z.string({ error: 'token is required.' }).max(200, 'token is too long.')
const code = z.string({ error: 'code is required.' }).max(100, 'code is too long.')
const role = z.enum(roles, { error: `role must be one of ${roles.join(', ')}.` })

const factorProof = z.discriminatedUnion(
  'method',
  [
    z.object({ method: z.literal('totp'), code }),
    z.object({ method: z.literal('recovery_code'), code }),
    z.object({ method: z.literal('passkey'), response: z.unknown() }),
  ],
  { error: 'method is totp, recovery_code or passkey.' },
)

const bodies = {
  signIn: z.object({ email, password }),
  setup: z.object({ token, email, name, password }),
  link: z.object({ token, password }),
  factorProof,
  proof: z.union([factorProof, z.object({ method: z.literal('password'), password })], {
    error: 'method is totp, recovery_code, passkey or password.',
  }),
  code: z.object({ code }),
  passkey: z.object({ name, response: z.unknown() }),
  passwordChange: z.object({ current_password: password, new_password: password }),
  visit: z.object({ invitation: token.optional() }),
  visitBack: z.object({
    query: z.string({ error: 'query is required.' }).max(8000, 'query is too long.'),
  }),
  newUser: z.object({ email, name, role }),
  userChange: z.object({
    name: name.optional(),
    role: role.optional(),
    state: z.enum(['active', 'disabled'], { error: 'state is active or disabled.' }).optional(),
  }),
  userFilter: z.object({
    role: role.optional(),
    state: z
      .enum(userStates, { error: `state must be one of ${userStates.join(', ')}.` })
      .optional(),
    search: z
      .string({ error: 'search must be a text.' })
      .max(userSearchCharactersMax, `search has at most ${userSearchCharactersMax} characters.`)
      .optional(),
  }),
}

export const parseConsoleBody = parserOf(bodies, { wholeParam: 'method' })
