// The options that say how an export is written, the same words for every one.

import type { Command } from 'commander'
import { CommandError } from './command-error.ts'
import type { Io } from './io.ts'

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
  return command.option('--out <file>', 'write it there, for the owner alone to read')
}

/** @throws CommandError `usage` where --json and --format ask for different things */
export function refuseOtherThanJson(io: Io, { format }: ExportOptions<string>): void {
  if (io.isJson && format === 'csv') {
    throw new CommandError('usage', 'Either --format csv or --json, not both.')
  }
}

/** Tells what was written, and as JSON where that is asked for and the data went into a file. */
export function tellExported(
  io: Io,
  {
    file,
    count,
    what,
  }: {
    readonly file: string | undefined
    readonly count: number
    readonly what: readonly [one: string, many: string]
  },
): void {
  if (file !== undefined) io.show({ file, exported: count }, () => '')
  if (file !== undefined && io.isJson) return
  const place = file === undefined ? '' : ` in ${file}`
  io.say(`${count} ${what[count === 1 ? 0 : 1]} exported${place}.`)
}
