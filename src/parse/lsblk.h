/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PARSE_LSBLK_H
#define PARSE_LSBLK_H
/*
 * Block devices, whichever way lsblk prints them. Rows become facts about whole disks: partitions, volumes and RAID sets
 * lend their mount points to the disk below them. lsblk.c tells the facts and reads -P and -J; lsblk_table.c reads the
 * table that people know.
 */
#include "parse/parse.h"

enum disk_column { D_NAME, D_SIZE, D_MODEL, D_TYPE, D_ROTA, D_TRAN, D_MOUNT, D_SERIAL, D_PARENT, D_OTHER, D_MAX };

struct disk_row {
	struct slice cell[D_MAX];
	bool seen[D_MAX]; /* the output has this column */
	int depth;	  /* 0: a device that lies on no other */
};

/* The column that a header word or a JSON name ("MOUNTPOINTS", "rota") stands for. */
enum disk_column disk_column(struct slice name);

struct disk_list {
	struct slice disk;		  /* the one whose parts follow; empty for loops and the like */
	struct slice *parents, *children; /* of PKNAME: which disk a part lies on */
	size_t n_parents, parents_capacity, children_capacity;
	int mounts;
	bool bytes; /* bare numbers are bytes (-b) */
	int rows;
};

/* Emits what a row tells. */
void disk_row_tell(struct reader *r, struct disk_list *list, const struct disk_row *row);
/* At the end: the list is whole, unless the command line asked for a part. */
void disk_list_end(struct reader *r, const struct disk_list *list);

#endif
