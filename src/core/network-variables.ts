/**
 * Environment variables that a program needs to reach the network behind a company's proxy. `npx` and `uvx` hang without them.
 * None of them is a token, but an address of a proxy or a registry may contain a password.
 */

/** Certificates: files, directories and switches. */
export const CERTIFICATE_VARIABLES: readonly string[] = [
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'PIP_CERT',
  'UV_NATIVE_TLS',
  'UV_SYSTEM_CERTS',
  ...inBothCases('NPM_CONFIG_CAFILE'),
];

/** Proxies, and the package registries of npm, pip and uv. Programs differ in the case that they read. */
export const ADDRESS_VARIABLES: readonly string[] = [
  ...inBothCases('HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'),
  'NODE_USE_ENV_PROXY',
  ...inBothCases('NPM_CONFIG_PROXY', 'NPM_CONFIG_HTTPS_PROXY', 'NPM_CONFIG_NOPROXY', 'NPM_CONFIG_REGISTRY'),
  'PIP_PROXY',
  'PIP_INDEX_URL',
  'PIP_EXTRA_INDEX_URL',
  'UV_INDEX_URL',
  'UV_EXTRA_INDEX_URL',
  'UV_DEFAULT_INDEX',
  'UV_INDEX',
  'UV_PYTHON_INSTALL_MIRROR',
];

function inBothCases(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [name, name.toLowerCase()]);
}
