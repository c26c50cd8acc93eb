// Every command that the guide and the README name exists, with the options that they give it.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runSvc } from '../memory-shell.ts'

const product = new URL('../../../', import.meta.url)
const pages = ['README.md', ...globSync('data/guide/*.md', { cwd: product }).toSorted()]

/** Names of connections to PostgreSQL, and the one command that a page shows because it is refused. */
const notCommands = ['beat', 'notices', 'write NODE', 'usage --csv export']

/** By the names of the command. */
const helps = new Map<string, Promise<string>>()

for (const page of pages) {
  test(`the commands of ${page} exist`, async () => {
    const wrong: string[] = []
    const commands = commandsOf(readFileSync(new URL(page, product), 'utf8'))
    for (const command of commands.filter((one) => !notCommands.includes(one))) {
      wrong.push(...(await faultsOf(command)).map((fault) => `${command}: ${fault}`))
    }
    assert.deepEqual(wrong, [])
  })
}

/** Returns the commands without `svc`: lines of code blocks, and code within sentences. */
function commandsOf(page: string): readonly string[] {
  const blocks = [...page.matchAll(/^ *```[\s\S]*?^ *```/gm)].map(([block]) => block)
  const lines = blocks.flatMap((block) => block.replace(/\\\n\s*/g, '').split('\n'))
  const prose = page.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/\s+/g, ' ')
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
  return [...new Set([...lines, ...spans])].flatMap((line) => {
    const [, words] = /^\s*(?:sudo )?(?:\.\/cli\/svc\.js|svc) (.*)$/.exec(line) ?? []
    const [command = ''] = words?.split(/ #| {3,}| [<>&;(]/) ?? []
    return alternatives(command.trim())
  })
}

/** `audit list | verify` and `audit list|verify` are two commands; after any other bar another program begins. */
function alternatives(command: string): readonly string[] {
  const parts = command.split(/ *\| */)
  if (parts.length === 1 || !parts.slice(1).every((part) => /^[a-z-]+$/.test(part))) {
    return [parts[0] ?? ''].filter((part) => part !== '')
  }
  const first = parts[0] ?? ''
  const before = first.slice(0, first.lastIndexOf(' ') + 1)
  return [first, ...parts.slice(1).map((part) => before + part)]
}

async function faultsOf(command: string): Promise<readonly string[]> {
  const words = command.split(' ')
  const end = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word))
  const names = words.slice(0, end === -1 ? 2 : Math.min(end, 2))
  const options = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.split('=')[0])
  // `svc help TOPIC`: other tests read the topics.
  if (names[0] === 'help') return []
  const help = await helpOf(names.join(' '))
  if (!help.includes('Usage: svc ')) return ['no such command']
  return options.flatMap((option = '') =>
    new RegExp(`${option}(?![a-z-])`).test(help) ? [] : [`no option ${option}`],
  )
}

function helpOf(names: string): Promise<string> {
  const text = helps.get(names) ?? readHelp(names)
  helps.set(names, text)
  return text
}

/** Empty if the command does not exist. */
async function readHelp(names: string): Promise<string> {
  return (await runSvc([...names.split(' ').filter((name) => name !== ''), '--help'])).out
}
