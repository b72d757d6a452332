-- What the roles may do with the tables and functions of billing. Applied by a start where this file changed.

REVOKE ALL ON public.invoices FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT SELECT ON public.invoices TO medcloud_app;

REVOKE ALL ON public.payment_methods FROM PUBLIC, medcloud_app, medcloud_search, medcloud_sealer;
GRANT INSERT, SELECT, UPDATE (address, brand, cardholder_name, city, country, expiry, last4, postal_code, updated_at) ON public.payment_methods TO medcloud_app;
