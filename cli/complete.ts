// Completes a half-typed command line from the command tree. The scripts of `svc completion` call it.

import type { Argument, Command, Option } from 'commander'

/** One word that may come next. */
export interface Candidate {
  readonly word: string
  readonly description: string
}

/**
 * Returns the words that may come next; none where the value is free, such as a file name. `words` are
 * those after `svc`, the last one half-typed. `load` adds a command's own options.
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
  /** Option whose value comes next. */
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
