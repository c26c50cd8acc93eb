// `svc config reference`: describes every setting.

import type { Command } from 'commander'
import {
  describeSettings,
  type SettingDescription,
} from '../../server/settings/describe-settings.ts'
import type { CommandContext } from '../context.ts'
import type { Io } from '../io.ts'
import { examples } from '../root-command.ts'

export function define(command: Command, { io }: CommandContext): void {
  command
    .addHelpText('before', examples('svc config reference', 'svc config reference | less'))
    .action(() => {
      const items = describeSettings()
      io.show({ items: items.map(toJson) }, () => items.map((item) => toText(io, item)).join('\n'))
    })
}

function toJson({ unit, ...rest }: SettingDescription) {
  return { ...rest, unit: unit ?? null }
}

function toText(io: Io, setting: SettingDescription): string {
  const { name, help, expects, unit } = setting
  const remarks = [
    unit === undefined ? expects : `${expects}, in ${unit}`,
    `default: ${setting.default}`,
    ...(setting.secret ? [`secret: never shown; may be given as ${name}_FILE`] : []),
    ...(setting.reload ? ['read again on SIGHUP'] : []),
  ]
  const lines = [help, ...remarks.map((remark) => io.out.style('dim', remark))]
  return `${io.out.style('bold', name)}\n${lines.map((line) => `  ${line}\n`).join('')}`
}
