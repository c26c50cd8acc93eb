// The one table of who may do what in the console. Routes enforce it, `svc users roles` prints it, the
// console hides by it. Separation of duties: who gives access sees no case, who decides cases gives no
// access, who audits changes nothing.

export const roles = ['administrator', 'reviewer', 'developer', 'auditor'] as const
export type Role = (typeof roles)[number]

interface PermissionRow {
  readonly roles: readonly Role[]
  /** Follows "may". */
  readonly means: string
}

export const permissionTable = {
  'overview.read': {
    roles: ['administrator', 'reviewer', 'developer', 'auditor'],
    means: 'see counts and the health of the appliance',
  },
  'verifications.read': {
    roles: ['reviewer'],
    means: 'see verifications with personal data and pictures',
  },
  'verifications.export': { roles: ['reviewer'], means: 'export verifications' },
  'reviews.work': { roles: ['reviewer'], means: 'claim and decide review cases' },
  'keys.read': { roles: ['administrator', 'developer', 'auditor'], means: 'list API keys' },
  'keys.manage': { roles: ['administrator', 'developer'], means: 'create and end API keys' },
  'webhooks.read': {
    roles: ['administrator', 'developer', 'auditor'],
    means: 'see webhooks and deliveries, without bodies',
  },
  'webhooks.manage': {
    roles: ['administrator', 'developer'],
    means: 'change webhooks, rotate secrets, test and replay',
  },
  'usage.read': {
    roles: ['administrator', 'developer', 'auditor'],
    means: 'see what is metered',
  },
  'people.read': { roles: ['administrator', 'auditor'], means: 'list members, roles and sessions' },
  'people.manage': {
    roles: ['administrator'],
    means: 'invite, disable, change roles, start resets, end sessions',
  },
  'approvals.read': {
    roles: ['administrator', 'reviewer', 'developer', 'auditor'],
    means: 'see what waits for a second person',
  },
  'approvals.request': {
    roles: ['administrator', 'reviewer', 'developer'],
    means: 'ask for a second person and take that back',
  },
  'approvals.decide': {
    roles: ['administrator', 'reviewer'],
    means: 'decide what others ask for',
  },
  'audit.read': { roles: ['administrator', 'auditor'], means: 'read and verify the audit log' },
  'system.read': { roles: ['administrator', 'auditor'], means: 'see settings, jobs and health' },
  'system.manage': { roles: ['administrator'], means: 'retry jobs' },
  'developer.read': { roles: ['administrator', 'developer'], means: 'use the API reference' },
} as const satisfies Readonly<Record<string, PermissionRow>>

export type Permission = keyof typeof permissionTable

export const permissions = Object.keys(permissionTable).filter(isPermission)

export function roleMay(role: Role, permission: Permission): boolean {
  const row: PermissionRow = permissionTable[permission]
  return row.roles.includes(role)
}

export function permissionsOf(role: Role): readonly Permission[] {
  return permissions.filter((permission) => roleMay(role, permission))
}

/** In words, for people. */
export function describePermission(permission: Permission): string {
  return permissionTable[permission].means
}

function isPermission(name: string): name is Permission {
  return name in permissionTable
}
