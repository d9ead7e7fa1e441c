// Public, because the endpoint guards nothing: nobody vouches for it, and that is its purpose.

/** Certificate and key of an embedded endpoint that speaks https. */
export const practiceCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUXws4frW9PoXB3fNDFKiC/nQsCz0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTIwNDQxN1oYDzIxMjYxMDI4
MjA0NDE3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAT1ASsKp9a46yC4EMxcJL/X+x9jGjAbmfOnsecRRqJt+0YsD2z+5KG4
+en99jbXgn7ZbJB9t4zI+TZ/QXPWXTT6o28wbTAdBgNVHQ4EFgQUJAs3Jr00+gZf
VNdoq4ct5CnYIAMwHwYDVR0jBBgwFoAUJAs3Jr00+gZfVNdoq4ct5CnYIAMwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgME67DVo3gNICqse7ynm9y5QxNPRPztVElm/WqQBUlQACIQC/
r01CHjXSxcHRRzCV/+g6Ira+/fxjBgNe8mFpwuorJg==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVypqUlgFL0SCMxMi
iHqQiN0TZamr2rJsRhnalzOdLiOhRANCAAT1ASsKp9a46yC4EMxcJL/X+x9jGjAb
mfOnsecRRqJt+0YsD2z+5KG4+en99jbXgn7ZbJB9t4zI+TZ/QXPWXTT6
-----END PRIVATE KEY-----
`,
} as const;
