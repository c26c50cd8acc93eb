// `svc users reset-second-factor`: removes a user's second factor and ends all their sessions.

import type { Command } from 'commander'
import { resetSecondFactor } from '../../server/users/passwords/resets.ts'
import type { CommandContext } from '../context.ts'
import { defineConfirmedChange } from './after-asking.ts'

export function define(command: Command, context: CommandContext): void {
  defineConfirmedChange(command, context, {
    example: 'svc users reset-second-factor awa@bank.example',
    question: (email) =>
      `Remove the second factor of ${email}? Until another is set up, the password alone is enough.`,
    change: (appliance, id) => resetSecondFactor(appliance, context.session.origin, id),
    message: ({ email }) =>
      `${email} is signed out everywhere. A new second factor is set up at the next sign-in.`,
  })
}
