// A hardened systemd unit for the server. MemoryDenyWriteExecute is left out on purpose, since V8's JIT
// compiler aborts under it.

import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../server/config.ts'

const launcher = fileURLToPath(new URL('svc.js', import.meta.url))

export function systemdUnit(config: Config): string {
  const { configFile } = config
  const configOption = configFile === undefined ? [] : ['--config', configFile]
  const command = [process.execPath, launcher, 'serve', ...configOption].map(quoted).join(' ')
  const stopSeconds = Math.ceil(config.stopTimeoutMs / 1000) + 15
  return `[Unit]
Description=Identity verification (svc)
After=network-online.target
Wants=network-online.target

[Service]
Type=exec
User=svc
Group=svc
ExecStart=${command}
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
TimeoutStopSec=${stopSeconds}
UMask=0077
# Returns the memory of large images to the system sooner.
Environment=MALLOC_TRIM_THRESHOLD_=1048576
LimitCORE=0
LimitNOFILE=65536
MemorySwapMax=0

${writableLines(config)}
ProtectSystem=strict
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

[Install]
WantedBy=multi-user.target
`
}

/** Names the folders of the files, since log rotation creates new files there. A missing folder is ignored (`-`). */
function writableLines({ dataDir, auditHeadFile, auditCopy }: Config): string {
  const files = [auditHeadFile, auditCopy?.file].filter((file) => file !== undefined)
  const folders = [...new Set(files.map((file) => `-${dirname(file)}`))]
  return [dataDir, ...folders].map((path) => `ReadWritePaths=${quoted(path)}`).join('\n')
}

/** Quotes a word and escapes `%` and `$`, which have a meaning for systemd. */
function quoted(word: string): string {
  const plain = word.replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /[\s"'\\]/.test(plain) ? `"${plain.replace(/["\\]/g, '\\$&')}"` : plain
}
