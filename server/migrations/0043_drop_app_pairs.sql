-- works from 0.2.0
DROP TABLE "app_pairs" CASCADE;