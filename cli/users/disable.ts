// `svc users disable`: disables a user and ends all their sessions.

import type { Command } from 'commander'
import { changeUser } from '../../server/users/manage-users.ts'
import type { CommandContext } from '../context.ts'
import { defineConfirmedChange } from './after-asking.ts'

export function define(command: Command, context: CommandContext): void {
  defineConfirmedChange(command, context, {
    example: 'svc users disable awa@bank.example',
    question: (email) => `Disable ${email}? All their sessions end at once.`,
    change: (appliance, id) =>
      changeUser(appliance, context.session.origin, id, { state: 'disabled' }),
    message: ({ email, state }) => `${email} is ${state}.`,
  })
}
