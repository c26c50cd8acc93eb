// `svc users disable`

import type { Command } from 'commander'
import { changeMember } from '../../server/staff/people.ts'
import type { Context } from '../context.ts'
import { defineAskedChange } from './after-asking.ts'

export function define(command: Command, context: Context): void {
  defineAskedChange(command, context, {
    example: 'svc users disable awa@bank.example',
    question: (email) => `Disable ${email}? All sessions end at once.`,
    change: (appliance, id) =>
      changeMember(appliance, context.session.origin, id, { state: 'disabled' }),
    told: ({ email, state }) => `${email} is ${state}.`,
  })
}
