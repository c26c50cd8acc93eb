// Completes a half-written line from the command tree itself; the scripts of `svc completion` call it.

import type { Argument, Command, Option } from 'commander'

/** One word that may stand at the end of the line. */
export interface Candidate {
  readonly word: string
  readonly description: string
}

/**
 * `words` are those after `svc`, the last of them being written; `load` brings a command's own options.
 * None where anything may stand, such as the name of a file.
 */
export async function complete(
  root: Command,
  words: readonly string[],
  load: (command: Command) => Promise<void>,
): Promise<readonly Candidate[]> {
  const place = await findPlace(root, words.slice(0, -1), load)
  const typed = words.at(-1) ?? ''
  return candidatesAt(root, place, typed).filter(({ word }) => word.startsWith(typed))
}

interface Place {
  readonly command: Command
  /** The option whose value comes next. */
  readonly awaiting: Option | undefined
  readonly operands: number
}

async function findPlace(
  root: Command,
  words: readonly string[],
  load: (command: Command) => Promise<void>,
): Promise<Place> {
  let command = root
  let awaiting: Option | undefined
  let operands = 0
  for (const word of words) {
    if (awaiting) {
      awaiting = undefined
      continue
    }
    awaiting = optionsAt(root, command).find((option) => isNamed(option, word) && option.required)
    if (word.startsWith('-')) continue
    const next = command.commands.find((part) => part.name() === word)
    if (next) {
      command = next
      await load(command)
    } else operands += 1
  }
  return { command, awaiting, operands }
}

function candidatesAt(root: Command, place: Place, typed: string): readonly Candidate[] {
  const { command, awaiting, operands } = place
  if (awaiting) return choicesOf(awaiting)
  if (typed.startsWith('-')) return optionsAt(root, command).flatMap(toCandidate)
  const visible = command.createHelp().visibleCommands(command)
  if (visible.length === 0) return choicesOf(command.registeredArguments[operands])
  if (operands > 0) return []
  return visible.map((part) => ({ word: part.name(), description: part.description() }))
}

function optionsAt(root: Command, command: Command): readonly Option[] {
  return command === root ? root.options : [...command.options, ...root.options]
}

function isNamed({ short, long }: Option, word: string): boolean {
  return word === short || word === long
}

function toCandidate({ long, description, hidden }: Option): readonly Candidate[] {
  return long === undefined || hidden ? [] : [{ word: long, description }]
}

function choicesOf(taker: Option | Argument | undefined): readonly Candidate[] {
  return (taker?.argChoices ?? []).map((word) => ({ word, description: '' }))
}
