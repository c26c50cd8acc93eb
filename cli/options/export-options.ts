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

interface Exported {
  readonly file: string | undefined
  readonly count: number
  readonly noun: readonly [noun: string, plural?: string]
  /** Instant before which the rows end, in ISO 8601, where the command chose it: the next export begins there. */
  readonly endsBefore?: string | undefined
}

/** Reports what was exported; with --json and --out, as JSON on stdout. */
export function reportExported(io: Io, { file, count, noun, endsBefore }: Exported): void {
  if (file !== undefined) {
    io.show({ file, exported: count, ...(endsBefore && { ends_before: endsBefore }) }, () => '')
  }
  if (file !== undefined && io.isJson) return
  const place = file === undefined ? '' : ` in ${file}`
  const end = endsBefore && ` It ends before ${endsBefore}; for the next one: --from ${endsBefore}`
  io.say(`${countedNoun(count, ...noun)} exported${place}.${end ?? ''}`)
}
