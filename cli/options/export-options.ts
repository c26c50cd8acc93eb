// The options --format and --out, shared by every export command.

import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import type { Io } from '../io.ts'
import { countedNoun } from '../text/counted-noun.ts'

export interface ExportOptions<Format extends string> {
  readonly format?: Format
  readonly out?: string
}

/** The first of the formats is the default. */
export function addExportOptions(
  command: Command,
  formats: readonly string[],
  description: string,
): Command {
  const format = command.createOption('--format <format>', `${description} (${formats[0]})`)
  return addOutOption(command.addOption(format.choices(formats)))
}

export function addOutOption(command: Command): Command {
  return command.option('--out <file>', 'write to this file, readable by its owner only')
}

/** @throws CommandError `usage` if --json and --format contradict each other */
export function refuseOtherThanJson(io: Io, { format }: ExportOptions<string>): void {
  if (io.isJson && format === 'csv') {
    throw new CommandError('usage', 'Either --format csv or --json, not both.')
  }
}

/** Reports the number of rows exported; with --json and --out, as JSON on stdout. */
export function reportExported(
  io: Io,
  {
    file,
    count,
    noun,
  }: {
    readonly file: string | undefined
    readonly count: number
    readonly noun: readonly [noun: string, plural?: string]
  },
): void {
  if (file !== undefined) io.show({ file, exported: count }, () => '')
  if (file !== undefined && io.isJson) return
  const place = file === undefined ? '' : ` in ${file}`
  io.say(`${countedNoun(count, ...noun)} exported${place}.`)
}
