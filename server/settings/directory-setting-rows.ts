// The settings of the sign-in with the bank's own directory (OpenID Connect), and of the local sign-in beside it. Rows
// of the table of settings.

import { localSignInModes } from '../directory/directory.ts'
import { serviceUrl } from './setting-addresses.ts'
import { authoritiesFor, privateFile } from './setting-files.ts'
import { hostPatterns } from './setting-hosts.ts'
import { kindOf, listOrNone, oneOf, readBy, text, yesNo } from './setting-kinds.ts'
import { needed, optional, row } from './setting-row.ts'

/** An issuer is compared letter by letter, so a slash at its end stays. */
const issuerUrl = kindOf(
  'URL',
  serviceUrl.expects,
  readBy((given) => (serviceUrl.parse(given, '') === undefined ? undefined : given)),
  { ...(serviceUrl.explain && { explain: serviceUrl.explain }) },
)

const word = /^[^\s,\p{C}][^,\p{C}]{0,254}$/u
const names = (expects: string) =>
  listOrNone('list', expects, (item) => (word.test(item) ? item : undefined))
const groups = names(
  'none, or a comma-separated list of groups as the directory writes them in the claim; a name cannot hold a comma',
)
const claimValues = names('none, or a comma-separated list of values')

const emailAddresses = listOrNone(
  'e-mail addresses',
  'none, or a comma-separated list of e-mail addresses',
  (item) => (/^[^\s@,\p{C}]+@[^\s@,\p{C}]+$/u.test(item) ? item.toLowerCase() : undefined),
)

const scopes = kindOf(
  'scopes',
  'scopes separated by spaces, openid among them',
  readBy((given) => {
    const all = given.split(/\s+/)
    return all.includes('openid') && all.every((one) => /^[!-~]{1,200}$/.test(one))
      ? all.join(' ')
      : undefined
  }),
)

export const directorySettings = {
  'oidc.issuer': needed('SVC_OIDC_ISSUER', issuerUrl, {
    help: 'Issuer of the bank’s directory (OpenID Connect), exactly as its configuration names it. With it users sign in to the console there.',
  }),
  'oidc.clientId': needed('SVC_OIDC_CLIENT_ID', text, {
    help: 'Client id of this appliance at the directory.',
  }),
  'secrets.oidcClientSecret': optional('SVC_OIDC_CLIENT_SECRET', text, {
    help: 'Client secret of this appliance at the directory.',
  }),
  'oidc.clientAuthentication': row(
    'SVC_OIDC_CLIENT_AUTHENTICATION',
    oneOf(['client_secret_basic', 'client_secret_post']),
    {
      default: 'client_secret_basic',
      help: 'How the client secret is sent to the directory: in a header or in the body.',
    },
  ),
  'oidc.clientKeyFile': optional('SVC_OIDC_CLIENT_KEY_FILE', privateFile, {
    help: 'Private key, PEM (RSA or EC P-256), that proves the client (private_key_jwt) instead of a secret.',
  }),
  'oidc.clientKeyId': optional('SVC_OIDC_CLIENT_KEY_ID', text, {
    help: 'Key id (kid) of that key at the directory.',
  }),
  'oidc.name': row('SVC_OIDC_NAME', text, {
    otherwise: 'the host of the issuer',
    derive: ({ textOf }) => URL.parse(textOf('SVC_OIDC_ISSUER'))?.hostname ?? 'OpenID Connect',
    help: 'Name of the directory on the button of the sign-in page.',
  }),
  'oidc.scopes': row('SVC_OIDC_SCOPES', scopes, {
    default: 'openid profile email',
    help: 'Scopes that are requested from the directory.',
  }),
  'oidc.groupsClaim': row('SVC_OIDC_GROUPS_CLAIM', text, {
    default: 'groups',
    help: 'Claim with the groups of a user; dots lead into nested claims.',
  }),
  'oidc.groups.administrator': row('SVC_OIDC_ADMINISTRATORS', groups, {
    default: 'none',
    help: 'Groups whose members are administrators. With none, administrators have local accounts.',
  }),
  'oidc.groups.lead': row('SVC_OIDC_LEADS', groups, {
    default: 'none',
    help: 'Groups whose members are leads of the reviewers.',
  }),
  'oidc.groups.reviewer': row('SVC_OIDC_REVIEWERS', groups, {
    default: 'none',
    help: 'Groups whose members are reviewers.',
  }),
  'oidc.groups.developer': row('SVC_OIDC_DEVELOPERS', groups, {
    default: 'none',
    help: 'Groups whose members are developers.',
  }),
  'oidc.groups.auditor': row('SVC_OIDC_AUDITORS', groups, {
    default: 'none',
    help: 'Groups whose members are auditors.',
  }),
  'oidc.acrValues': row('SVC_OIDC_ACR_VALUES', claimValues, {
    default: 'none',
    help: 'Values of the claim acr that count as a second factor; they are requested too.',
  }),
  'oidc.amrValues': row('SVC_OIDC_AMR_VALUES', claimValues, {
    default: 'none',
    help: 'Values of the claim amr of which one counts as a second factor. Without an acr or amr value the appliance asks for its own second factor.',
  }),
  'oidc.createUsers': row('SVC_OIDC_CREATE_USERS', yesNo, {
    default: 'no',
    help: 'Whether the first sign-in creates the account of a user whose groups give a role. With no, only invited users get in.',
  }),
  'oidc.caFile': authoritiesFor('the directory', 'SVC_OIDC_CA_FILE'),
  'oidc.hosts': row('SVC_OIDC_HOSTS', hostPatterns, {
    default: 'none',
    help: 'Further hosts that the directory’s configuration may name for tokens and keys, besides the issuer’s.',
  }),
  'users.localSignIn': row('SVC_LOCAL_SIGN_IN', oneOf(localSignInModes), {
    default: 'everyone',
    help: 'Who may sign in with a password of the appliance: everyone, administrators, or emergency for the accounts in SVC_EMERGENCY_ACCOUNTS alone.',
  }),
  'users.emergencyAccounts': row('SVC_EMERGENCY_ACCOUNTS', emailAddresses, {
    default: 'none',
    help: 'E-mail addresses of local administrators who may always sign in with password and second factor, for when the directory is down.',
  }),
}
