// The table of roles and permissions. Routes enforce it, `svc users roles` prints it, and the console hides
// what a user may not do. Separation of duties: administrators see no verification, reviewers give nobody
// access, auditors change nothing.

export const roles = ['administrator', 'reviewer', 'developer', 'auditor'] as const
export type Role = (typeof roles)[number]

interface PermissionRow {
  readonly roles: readonly Role[]
  /** Completes the sentence "The role may …". */
  readonly means: string
}

const permissionTable = {
  'overview.read': {
    roles: ['administrator', 'reviewer', 'developer', 'auditor'],
    means: 'see counts and the health of the appliance',
  },
  'verifications.read': {
    roles: ['reviewer'],
    means: 'see verifications with personal data and photos',
  },
  'verifications.export': { roles: ['reviewer'], means: 'export verifications' },
  'verifications.erase': {
    roles: ['reviewer'],
    means: 'request the erasure of verifications, set and release legal holds',
  },
  'reviews.work': { roles: ['reviewer'], means: 'claim and decide reviews' },
  'keys.read': { roles: ['administrator', 'developer', 'auditor'], means: 'list API keys' },
  'keys.manage': { roles: ['administrator', 'developer'], means: 'create and revoke API keys' },
  'webhooks.read': {
    roles: ['administrator', 'developer', 'auditor'],
    means: 'see webhook endpoints and deliveries, without bodies',
  },
  'webhooks.manage': {
    roles: ['administrator', 'developer'],
    means: 'change webhook endpoints, rotate secrets, test and replay',
  },
  'usage.read': {
    roles: ['administrator', 'developer', 'auditor'],
    means: 'see usage',
  },
  'users.read': { roles: ['administrator', 'auditor'], means: 'list users, roles and sessions' },
  'users.manage': {
    roles: ['administrator'],
    means: 'invite, disable, change roles, start resets, end sessions',
  },
  'approvals.read': {
    roles: ['administrator', 'reviewer', 'developer', 'auditor'],
    means: 'see requests for approval',
  },
  'approvals.request': {
    roles: ['administrator', 'reviewer', 'developer'],
    means: 'request an approval and withdraw the request',
  },
  'approvals.decide': {
    roles: ['administrator', 'reviewer'],
    means: 'approve or refuse requests of others',
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

/** Returns the permission in words. */
export function describePermission(permission: Permission): string {
  return permissionTable[permission].means
}

function isPermission(name: string): name is Permission {
  return name in permissionTable
}
