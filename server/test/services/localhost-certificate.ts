/**
 * A self-signed certificate for localhost, for the servers that tests start on 127.0.0.1. Its key is public and
 * protects nothing: only tests that set it as CA trust it.
 */
export const localhostCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBwzCCAWmgAwIBAgIUe3DhY25hbHKyKuj2vkQsAzbE5tEwCgYIKoZIzj0EAwIw
KDEmMCQGA1UEAwwdTWVkQ2xvdWQgdGVzdHMsIHdvcnRoIG5vdGhpbmcwIBcNMjYx
MTIxMTkwNjQxWhgPMjEyNjEwMjgxOTA2NDFaMCgxJjAkBgNVBAMMHU1lZENsb3Vk
IHRlc3RzLCB3b3J0aCBub3RoaW5nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
bw561qSmPnnQHLFk2P+RutDFJJ4K6Rd3eiIY+lgJnw5shX+tKzt9rsTct9K2J49n
C540TrIE/gap4fmIpCEsW6NvMG0wHQYDVR0OBBYEFBZolzn9/W4fuH4BXl63stTu
SbTYMB8GA1UdIwQYMBaAFBZolzn9/W4fuH4BXl63stTuSbTYMA8GA1UdEwEB/wQF
MAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMAoGCCqGSM49BAMCA0gA
MEUCIQCDxh1jmq+gNq+27G+Fy41eoTRlEj4MMAsuEz4wW0lerAIgPPvCSXsgQAQi
COJTX+JHDPU3yWLoZPcs7P6iTmmzlUA=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg2KjkL4VXaWA2kp3n
820q1EEaRmJ7YDhaug7VG8ArU72hRANCAARvDnrWpKY+edAcsWTY/5G60MUkngrp
F3d6Ihj6WAmfDmyFf60rO32uxNy30rYnj2cLnjROsgT+Bqnh+YikISxb
-----END PRIVATE KEY-----
`,
};
