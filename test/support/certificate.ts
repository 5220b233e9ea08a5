/** A key and a self-signed certificate for plants.example.com, until 2120. Nothing trusts them. */
export const key = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIHoWdHhZ+Ia4Qw002RSbb7uq2iV5I2C91Qkq9rIV3zCB
-----END PRIVATE KEY-----`;
export const cert = `-----BEGIN CERTIFICATE-----
MIHjMIGWAgEBMAUGAytlcDAdMRswGQYDVQQDDBJwbGFudHMuZXhhbXBsZS5jb20w
IBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMB0xGzAZBgNVBAMMEnBs
YW50cy5leGFtcGxlLmNvbTAqMAUGAytlcAMhAFnXwXAjJ0ZzQaRyGABQM786axWy
CQ7Z2fARpAn9WyigMAUGAytlcANBAJHn8VezmEtlpkfZNE7+I9+1CtNMBa8s2TDd
sMxWF3+sDrF1p6SScDwEIZaEPFQXk5THJNFUIbOSPk3MXh5d6Qc=
-----END CERTIFICATE-----`;
