-- Stop all nodes before this upgrade: versions before 0.2.0 read what is dropped here.
-- works from 0.2.0
DROP TABLE "feed_frontiers";
DROP INDEX "apps_moved_idx";
ALTER TABLE "apps" DROP COLUMN "moved_xid";
ALTER TABLE "catalogue" DROP COLUMN "epoch";
ALTER TABLE "catalogue" DROP COLUMN "all_moved_xid";
ALTER TABLE "seen_apps" DROP COLUMN "seen_xid";
DROP TYPE "feed_ranking";
