// Finds a Node that is new enough and runs a program under it: this process where it is, else the Node
// that npm installed beside the product. Plain JavaScript, because an old Node has to read it.

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const productDir = fileURLToPath(new URL('..', import.meta.url))

/** Set for the program that is run again, so that a Node that is too old itself is not tried twice. */
const secondTry = '_SVC_SECOND_NODE'

/** How old a Node may be, as `package.json` says it: `>=22.22`. */
function nodeFloor() {
  const { engines } = JSON.parse(readFileSync(join(productDir, 'package.json'), 'utf8'))
  return engines.node.replace('>=', '')
}

/** Whether this process runs under a Node that is new enough. */
export function isRightNode() {
  return isAtLeast(process.versions.node, nodeFloor())
}

function isAtLeast(version, floor) {
  const [major, minor] = version.split('.').map(Number)
  const [floorMajor, floorMinor = 0] = floor.split('.').map(Number)
  return major > floorMajor || (major === floorMajor && minor >= floorMinor)
}

/**
 * Runs `work` here, or runs `script` again, with the same arguments, under the Node in node_modules.
 * The exit status, or the signal that ended it, becomes that of this process.
 * @param {string} script
 * @param {() => Promise<void>} work
 * @param {readonly string[]} flags for Node itself, where it lets a process take them on
 */
export async function underRightNode(script, work, flags = []) {
  const isSecondTry = process.env[secondTry] !== undefined
  delete process.env[secondTry]
  if (isSecondTry) endWithParent()
  if (!existsSync(join(productDir, 'node_modules'))) {
    return refuse('its packages are not installed yet. Run: npm ci')
  }
  if (isRightNode()) {
    if (!isSecondTry) takeOn(flags, script)
    return work()
  }
  const node = isSecondTry ? undefined : installedNode()
  if (node === undefined) {
    return refuse(
      `it needs Node ${nodeFloor()} or newer, and this is ${process.versions.node}. ` +
        'Run npm ci, which brings one, or install a newer Node',
    )
  }
  const env = { ...process.env, [secondTry]: '1' }
  await runToEnd(node, [...unsaid(flags), script, ...process.argv.slice(2)], {
    stdio: [0, 1, 2, 'ipc'],
    env,
  })
}

/**
 * Begins this very process anew with the flags, if it lacks them: same number, same parent. Not where it
 * may not, nor where a channel to its parent would be lost with it: the flags only save memory.
 */
function takeOn(flags, script) {
  const missing = unsaid(flags)
  if (missing.length === 0 || process.execve === undefined || process.platform === 'win32') return
  if (process.permission !== undefined || process.channel) return
  const args = [...process.execArgv, ...missing, script, ...process.argv.slice(2)]
  process.execve(process.execPath, [process.execPath, ...args], process.env)
}

/** Those of which an operator has said nothing, neither before the script nor in NODE_OPTIONS. */
function unsaid(flags) {
  const nameOf = (flag) => flag.split('=')[0].replaceAll('_', '-')
  const said = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)].map(nameOf)
  return flags.filter((flag) => !said.includes(nameOf(flag)))
}

/**
 * Runs a program, passes on the signals that are meant for it, and ends as it ends.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export async function runToEnd(program, args, options) {
  const end = await runProgram(program, args, options)
  if (end.signal) process.kill(process.pid, end.signal)
  process.exitCode = end.status
}

/**
 * Runs a program to its end, passing signals on. Its status is that of a shell: 128 and the number of
 * the signal that ended it, 127 where it could not be started.
 * @returns {Promise<{ status: number, signal?: NodeJS.Signals }>}
 */
export function runProgram(program, args, options) {
  const child = spawn(program, args, options)
  const passOn = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, passOn)
  return new Promise((resolve) => {
    const end = (result) => {
      for (const signal of signals) process.off(signal, passOn)
      resolve(result)
    }
    child.once('error', () => end({ status: 127 }))
    child.once('exit', (code, signal) =>
      end(signal ? { status: 128 + constants.signals[signal], signal } : { status: code }),
    )
  })
}

/** Without it, whoever kills the first process (`kill -9`) would leave a server behind. */
function endWithParent() {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel?.unref()
}

/** The Node that npm installed beside the product, where it did. */
export function installedNode() {
  const places = [`node-linux-${process.arch}/bin/node`, '.bin/node']
  return places.map((place) => join(productDir, 'node_modules', place)).find(existsSync)
}

function refuse(reason) {
  process.stderr.write(`svc cannot start: ${reason}.\n`)
  process.exitCode = 1
}
