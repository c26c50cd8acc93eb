// `svc help TOPIC`: prints a page of the guide. `svc help COMMAND` is turned into `svc COMMAND --help` by main.ts.

import { Argument, type Command } from 'commander'
import { editDistance } from '../server/kernel/edit-distance.ts'
import { CommandError } from './command-error.ts'
import type { CommandContext } from './context.ts'
import { pageText } from './guide/page-text.ts'
import { listTopics, readPage, topicNames } from './guide/read-guide.ts'
import { examples } from './root-command.ts'

const editsMax = 2

export function define(command: Command, { io }: CommandContext): void {
  const topic = new Argument('[topic]', 'page of the guide')
    .choices(topicNames())
    // Completion offers the choices; an unknown word gets the error below instead of Commander's.
    .argParser((word: string) => word)
  command
    .addArgument(topic)
    .addHelpText('before', examples('svc help webhooks', 'svc help settings | less'))
    .action((name: string | undefined) => {
      if (name === undefined) return command.parent?.help()
      const found = listTopics().find((one) => one.name === name)
      if (found === undefined) throw unknownTopic(command.parent, name)
      const text = readPage(name)
      const { title } = found
      io.show({ topic: name, title, text }, () =>
        io.out.isTerminal ? pageText(io.out, text) : text,
      )
      const isCommand = command.parent?.commands.some((one) => one.name() === name)
      if (isCommand && io.isWatched) io.say(`Help of the command: svc ${name} --help`)
    })
}

function unknownTopic(root: Command | null, word: string): CommandError {
  const commands = root?.createHelp().visibleCommands(root) ?? []
  const names = [...new Set([...topicNames(), ...commands.map((one) => one.name())])]
  const near = names.filter((name) => editDistance(name, word, editsMax) <= editsMax)
  const advice =
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Topics: ${topicNames().join(', ')}`
  return new CommandError(
    'usage',
    `unknown command '${word}', and no topic of the guide. ${advice}`,
  )
}
