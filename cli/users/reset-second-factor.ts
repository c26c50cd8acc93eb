// `svc users reset-second-factor`

import type { Command } from 'commander'
import { resetSecondFactor } from '../../server/staff/resets.ts'
import type { Context } from '../context.ts'
import { defineAskedChange } from './after-asking.ts'

export function define(command: Command, context: Context): void {
  defineAskedChange(command, context, {
    example: 'svc users reset-second-factor awa@bank.example',
    question: (email) =>
      `Take the second factor from ${email}? Until another is set up, the password alone lets in.`,
    change: (appliance, id) => resetSecondFactor(appliance, context.session.origin, id),
    told: ({ email }) =>
      `${email} is signed out everywhere. At the next sign-in a second factor is set up anew.`,
  })
}
