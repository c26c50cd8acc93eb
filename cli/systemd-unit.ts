// A hardened systemd unit for the server. MemoryDenyWriteExecute is left out on purpose, since V8's JIT
// compiler aborts under it.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../server/config.ts'
import { writtenFolders } from '../server/operations/written-folders.ts'
import { findInstallation } from '../server/upgrade/installation.ts'

/** Config with settings that not every release has. */
type UnitSettings = Config & {
  readonly masterKeyCredential?: string | undefined
  readonly backup?: { readonly to?: string | undefined } | undefined
}

const productDir = fileURLToPath(new URL('..', import.meta.url))
const credentialsFolder = '/etc/svc/credentials'

/**
 * What the server may not see, change or call. It gives the decoders a lower priority, so setpriority is allowed; any
 * other forbidden call fails, where systemd would kill the server.
 */
const confinement = `ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateMounts=yes
PrivateUsers=yes
ProtectProc=invisible
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
DevicePolicy=closed
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallFilter=setpriority
SystemCallErrorNumber=EPERM
`

interface Machine {
  /** Whether systemd-creds made the credential of the master key. */
  readonly isKeySealed: boolean
}

export function systemdUnit(config: UnitSettings, machine: Machine): string {
  const { configFile } = config
  const configOption = configFile === undefined ? [] : ['--config', configFile]
  const command = [...programWords(), 'serve', ...configOption].map(quoted).join(' ')
  const stopSeconds = Math.ceil(config.stopTimeoutMs / 1000) + 15
  return `[Unit]
Description=Identity verification (svc)
After=network-online.target
Wants=network-online.target

[Service]
# The server says when it is ready, and every 20 seconds that it works (by systemd-notify, a child of it).
Type=notify
NotifyAccess=all
SyslogIdentifier=svc
WatchdogSec=60
# A migration takes as long as it takes; interrupted, it would begin again.
TimeoutStartSec=infinity
User=svc
Group=svc
ExecStart=${command}
# The command of the shell: a small machine has no other.
ExecReload=/bin/sh -c 'kill -HUP $MAINPID'
Restart=on-failure
RestartSec=2
# A setting that is wrong, or a database that is not ours, is not mended by another start.
RestartPreventExitStatus=2 6
# The server ends its children itself; one of them tells systemd that it stops.
KillMode=mixed
TimeoutStopSec=${stopSeconds}
UMask=0077
# Returns the memory of large images to the system sooner.
Environment=MALLOC_TRIM_THRESHOLD_=1048576
LimitCORE=0
LimitNOFILE=65536
MemorySwapMax=0
# Server and the programs that work on images. At the ceiling the kernel ends one of these first; its image is tried again.
MemoryHigh=1536M
MemoryMax=2G
OOMPolicy=continue

${credentialLine(config, machine)}${writableLines(config)}
${confinement}
[Install]
WantedBy=multi-user.target
`
}

/** Through the link of an installed release, so that the unit stays right when another release is in use. */
function programWords(): readonly string[] {
  const installed = findInstallation(productDir)
  if (installed === undefined) return [process.execPath, join(productDir, 'cli/svc.js')]
  const release = join(installed.root, 'current')
  return [join(release, 'runtime/bin/node'), join(release, 'cli/svc.js')]
}

/** Looks for the file that systemd-creds makes, in a folder that only root may see. */
export function isKeySealedHere({ masterKeyCredential: name }: UnitSettings): boolean {
  return name !== undefined && existsSync(sealedFile(name))
}

const sealedFile = (name: string) => join(credentialsFolder, `${name}.cred`)

/** systemd reads the file as root and shows it to the server alone. */
function credentialLine(
  { masterKeyCredential: name }: UnitSettings,
  { isKeySealed }: Machine,
): string {
  if (name === undefined) return ''
  return isKeySealed
    ? `LoadCredentialEncrypted=${name}:${sealedFile(name)}\n`
    : `LoadCredential=${name}:${join(credentialsFolder, name)}\n`
}

/** A missing folder besides the data folder is ignored (`-`). */
function writableLines(config: UnitSettings): string {
  const [dataDir = config.dataDir, ...more] = writtenFolders(config)
  const folders = more.map((folder) => `-${folder}`)
  return [dataDir, ...folders].map((path) => `ReadWritePaths=${quoted(path)}`).join('\n')
}

/** Quotes a word and escapes `%` and `$`, which have a meaning for systemd. */
function quoted(word: string): string {
  const plain = word.replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /[\s"'\\]/.test(plain) ? `"${plain.replace(/["\\]/g, '\\$&')}"` : plain
}
